export default function configure(config) {
  config.setQuietMode(true);
  return { dir: { input: 'pages', output: 'out' } };
}
