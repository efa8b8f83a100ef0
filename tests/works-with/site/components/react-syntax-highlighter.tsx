import { Prism } from 'react-syntax-highlighter';
import { dracula } from 'react-syntax-highlighter/dist/esm/styles/prism';

export default function Code() {
  return (
    <Prism language="javascript" style={dracula}>
      {'const answer = 42;'}
    </Prism>
  );
}
