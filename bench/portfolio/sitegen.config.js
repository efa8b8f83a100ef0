export default { site: 'https://www.example.com', islands: { runtime: 'react' } };
