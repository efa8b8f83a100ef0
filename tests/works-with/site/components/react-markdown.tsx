import Markdown from 'react-markdown';

export default function Text() {
  return <Markdown>{'Some **bold** text'}</Markdown>;
}
