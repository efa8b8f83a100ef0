// Types of stylesheets that a site imports. Not a module: it declares them for all files of a project.

declare module '*.module.css' {
  /** The scoped names of classes, by the names in the file. */
  const names: Readonly<Record<string, string>>;
  export default names;
}

declare module '*.module.scss' {
  /** The scoped names of classes, by the names in the file. */
  const names: Readonly<Record<string, string>>;
  export default names;
}

declare module '*.module.sass' {
  /** The scoped names of classes, by the names in the file. */
  const names: Readonly<Record<string, string>>;
  export default names;
}

declare module '*.css' {}

declare module '*.scss' {}

declare module '*.sass' {}
