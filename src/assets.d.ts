// Generated: npx vitest run --config tests/vitest.config.ts unit/asset-types -u
// Types of files that a site imports and that are not code. Not a module: it declares them for all files of a project.
// Files with other endings have types with a query.

declare module '*?url' {
  const address: string;
  export default address;
}

declare module '*?raw' {
  const text: string;
  export default text;
}

declare module '*?inline' {
  /** A `data:` URL. */
  const address: string;
  export default address;
}

declare module '*.svg?react' {
  /** The `<svg>` element, with the attributes of the file unless a prop replaces them. */
  const Component: import('react').FunctionComponent<import('react').SVGProps<SVGSVGElement>>;
  export default Component;
}

declare module '*.SVG?react' {
  /** The `<svg>` element, with the attributes of the file unless a prop replaces them. */
  const Component: import('react').FunctionComponent<import('react').SVGProps<SVGSVGElement>>;
  export default Component;
}

declare module '*.3gp' {
  const address: string;
  export default address;
}

declare module '*.aac' {
  const address: string;
  export default address;
}

declare module '*.apng' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.avif' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.avifs' {
  const address: string;
  export default address;
}

declare module '*.bin' {
  const address: string;
  export default address;
}

declare module '*.bmp' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.csv' {
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

declare module '*.epub' {
  const address: string;
  export default address;
}

declare module '*.exr' {
  const address: string;
  export default address;
}

declare module '*.fbx' {
  const address: string;
  export default address;
}

declare module '*.flac' {
  const address: string;
  export default address;
}

declare module '*.gif' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.glb' {
  const address: string;
  export default address;
}

declare module '*.gltf' {
  const address: string;
  export default address;
}

declare module '*.hdr' {
  const address: string;
  export default address;
}

declare module '*.heic' {
  const address: string;
  export default address;
}

declare module '*.heif' {
  const address: string;
  export default address;
}

declare module '*.ico' {
  const address: string;
  export default address;
}

declare module '*.ics' {
  const address: string;
  export default address;
}

declare module '*.jfif' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.jp2' {
  const address: string;
  export default address;
}

declare module '*.jpeg' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.jpg' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.jxl' {
  const address: string;
  export default address;
}

declare module '*.ktx2' {
  const address: string;
  export default address;
}

declare module '*.lottie' {
  const address: string;
  export default address;
}

declare module '*.m4a' {
  const address: string;
  export default address;
}

declare module '*.m4v' {
  const address: string;
  export default address;
}

declare module '*.mkv' {
  const address: string;
  export default address;
}

declare module '*.mov' {
  const address: string;
  export default address;
}

declare module '*.mp3' {
  const address: string;
  export default address;
}

declare module '*.mp4' {
  const address: string;
  export default address;
}

declare module '*.obj' {
  const address: string;
  export default address;
}

declare module '*.oga' {
  const address: string;
  export default address;
}

declare module '*.ogg' {
  const address: string;
  export default address;
}

declare module '*.ogv' {
  const address: string;
  export default address;
}

declare module '*.opus' {
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

declare module '*.ply' {
  const address: string;
  export default address;
}

declare module '*.png' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.srt' {
  const address: string;
  export default address;
}

declare module '*.stl' {
  const address: string;
  export default address;
}

declare module '*.svg' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.tif' {
  const address: string;
  export default address;
}

declare module '*.tiff' {
  const address: string;
  export default address;
}

declare module '*.tsv' {
  const address: string;
  export default address;
}

declare module '*.ttc' {
  const address: string;
  export default address;
}

declare module '*.ttf' {
  const address: string;
  export default address;
}

declare module '*.txt' {
  const address: string;
  export default address;
}

declare module '*.usdz' {
  const address: string;
  export default address;
}

declare module '*.vtt' {
  const address: string;
  export default address;
}

declare module '*.wasm' {
  const address: string;
  export default address;
}

declare module '*.wav' {
  const address: string;
  export default address;
}

declare module '*.webm' {
  const address: string;
  export default address;
}

declare module '*.webmanifest' {
  const address: string;
  export default address;
}

declare module '*.webp' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.woff' {
  const address: string;
  export default address;
}

declare module '*.woff2' {
  const address: string;
  export default address;
}

declare module '*.xml' {
  const address: string;
  export default address;
}

declare module '*.zip' {
  const address: string;
  export default address;
}

declare module '*.GIF' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.HEIC' {
  const address: string;
  export default address;
}

declare module '*.JPEG' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.JPG' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.MOV' {
  const address: string;
  export default address;
}

declare module '*.MP4' {
  const address: string;
  export default address;
}

declare module '*.PDF' {
  const address: string;
  export default address;
}

declare module '*.PNG' {
  const image: import('sitegen').ImportedImage;
  export default image;
}

declare module '*.SVG' {
  const image: import('sitegen').ImportedImage;
  export default image;
}
