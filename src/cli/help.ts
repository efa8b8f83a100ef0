/** Longer texts of `--help`. */

export const MAIN_HELP = `
Examples:
  sitegen init my-site               create a project
  sitegen build                      build templates/ and public/ into out/
  sitegen build --base /docs/        build for https://example.com/docs/
  sitegen check --release            check whether the site is ready to go live
  sitegen info /contact/             show a page's modules, islands and incoming links
  sitegen serve --open               develop with live reload
  sitegen serve --no-watch           preview exactly what was built
  sitegen serve --as netlify         preview the site as Netlify would serve it
  sitegen deploy s3://www.example.com --dry-run
                                     list what would be uploaded
  sitegen verify https://www.example.com
                                     compare the live site with the last build

Each file in templates/pages is a page: templates/pages/about.tsx is served at /about/.
Exit codes: 0 success, 1 the site has errors, 2 the command could not run.`;

export const INIT_HELP = `
Templates:
  minimal   two pages and an island
  site      the website of a consultancy, with placeholders for what only its owner knows

Writes package.json, tsconfig.json, .gitignore, a GitHub workflow and the files of the template. Nothing is installed, and no
existing file is overwritten.`;

export const DEPLOY_HELP = `
Examples:
  sitegen deploy s3://www.example.com --dry-run   list what would be uploaded
  sitegen deploy s3://www.example.com             upload new and changed files, assets before pages
  sitegen deploy s3://www.example.com --delete    also delete files that are no longer part of the site
  sitegen deploy s3://example/docs                deploy a site with the base /docs/
  sitegen deploy s3://www.example.com --endpoint https://s3.example.net

Requires the package @aws-sdk/client-s3. Credentials and region come from the usual AWS settings: AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY, AWS_PROFILE, AWS_REGION. The required permissions are listed in docs/deploy.md.
An interrupted deploy can be run again and continues where it stopped.
Exit codes: 0 success, 1 the site has open placeholders, 2 the command could not run.`;

export const VERIFY_HELP = `
Requests every file of the site and compares its status, contents, type and caching headers. Also requests an address that
does not exist, which must return 404.
Exit codes: 0 no differences, 1 differences found, 2 the command could not run.`;
