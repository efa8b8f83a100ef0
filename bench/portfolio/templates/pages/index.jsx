import { ArrowRight, Building2, GraduationCap, MapPin } from 'lucide-react';
import { Reveal } from '../islands/reveal.jsx';

export const meta = { title: 'Ada Example', description: 'Work, and notes on it.' };

export default function Home() {
  return (
    <>
      <h1>Ada Example</h1>
      <Reveal text="Engineer who builds small tools." />
      <p>
        <MapPin aria-hidden="true" size={16} /> London. The portfolio has 3 pages.
      </p>
      <ul>
        <li>
          <Building2 aria-hidden="true" size={16} /> Example Works, since 2019
        </li>
        <li>
          <GraduationCap aria-hidden="true" size={16} /> Example University, 2018
        </li>
      </ul>
      <a href="/blog/">
        Notes <ArrowRight aria-hidden="true" size={16} />
      </a>
    </>
  );
}
