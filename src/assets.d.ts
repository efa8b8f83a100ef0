// Types of images, fonts and other files that a site imports: their addresses. Not a module: it declares them for all files of
// a project. The extensions are those in src/compile/plugins/asset-plugins.ts.

declare module '*.avif' {
  const address: string;
  export default address;
}

declare module '*.cur' {
  const address: string;
  export default address;
}

declare module '*.eot' {
  const address: string;
  export default address;
}

declare module '*.gif' {
  const address: string;
  export default address;
}

declare module '*.ico' {
  const address: string;
  export default address;
}

declare module '*.jpeg' {
  const address: string;
  export default address;
}

declare module '*.jpg' {
  const address: string;
  export default address;
}

declare module '*.mp4' {
  const address: string;
  export default address;
}

declare module '*.otf' {
  const address: string;
  export default address;
}

declare module '*.pdf' {
  const address: string;
  export default address;
}

declare module '*.png' {
  const address: string;
  export default address;
}

declare module '*.svg' {
  const address: string;
  export default address;
}

declare module '*.ttf' {
  const address: string;
  export default address;
}

declare module '*.webm' {
  const address: string;
  export default address;
}

declare module '*.webp' {
  const address: string;
  export default address;
}

declare module '*.woff' {
  const address: string;
  export default address;
}

declare module '*.woff2' {
  const address: string;
  export default address;
}
