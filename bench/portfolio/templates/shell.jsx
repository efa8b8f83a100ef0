import { Navbar } from './islands/navbar.jsx';

export default function Shell({ meta, children }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{meta.title}</title>
        <meta name="description" content={meta.description} />
      </head>
      <body>
        <main>{children}</main>
        <Navbar />
      </body>
    </html>
  );
}
