import Preview from '@uiw/react-markdown-preview';

export default function Text() {
  return <Preview source="Some **bold** text" />;
}
