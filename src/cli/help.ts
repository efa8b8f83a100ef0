/** What `--help` says of the commands that deal with a host. */

export const DEPLOY_HELP = `
Examples:
  sitegen deploy s3://www.example.com --dry-run   what would be uploaded?
  sitegen deploy s3://www.example.com             new and changed files; what pages need goes before pages
  sitegen deploy s3://www.example.com --delete    and takes away what is not part of the site any more
  sitegen deploy s3://example/docs                a site with the base /docs/
  sitegen deploy s3://www.example.com --endpoint https://s3.example.net

It needs the package @aws-sdk/client-s3, and finds credentials and region where all programs of Amazon's do:
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, AWS_REGION. docs/deploy.md has the rights it needs.
Exit codes: 0 done, 1 the site has placeholders, 2 could not run. Stopped or failed, run it again: it goes on.`;

export const VERIFY_HELP = `
Each file is asked for, with its status, its bytes, its type and how long it may be kept; and an address that nobody has.
Exit codes: 0 all as built, 1 something differs, 2 nobody answers.`;
