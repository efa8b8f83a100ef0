import type { PackageManager } from '../shared/package-manager.ts';
import type { InitHost } from './host-settings.ts';
import { PACKAGE_MANAGERS } from './package-manager.ts';

interface Deployment {
  /** Of the whole workflow, and of the job that builds. */
  readonly permissions: string;
  /** Steps before the build. */
  readonly before?: string;
  readonly build: string;
  /** Steps after the checks, and further jobs. */
  readonly after: string;
}

const ON_MAIN = "github.ref == 'refs/heads/main'";

/**
 * A GitHub workflow that checks and builds each change, and deploys the branch `main` if the host is GitHub Pages or S3. Other hosts
 * build the site themselves.
 */
export function formatWorkflow(packageManager: PackageManager, host: InitHost | undefined): string {
  const { setup, installLocked, run } = PACKAGE_MANAGERS[packageManager];
  const { permissions, before = '', build, after } = deploymentFor(packageManager, host);
  return `name: Site

on:
  push:
    branches: [main]
  pull_request:
  workflow_dispatch:

permissions:
  contents: read${permissions}

jobs:
  site:
    runs-on: ubuntu-latest
    steps:
      # With all commits, from which \`updated\` in collections comes.
      - uses: actions/checkout@v6
        with:
          fetch-depth: 0${setup}
      - run: ${installLocked}

      # Drawings and compressed files that did not change are not made again, and assets of earlier builds stay.
      - uses: actions/cache@v5
        with:
          path: |
            .sitegen/memo
            out
          key: sitegen-\${{ runner.os }}-\${{ github.sha }}
          restore-keys: sitegen-\${{ runner.os }}-
${before}
      - run: ${build}
      - run: ${run} check
${after}`;
}

function deploymentFor(packageManager: PackageManager, host: InitHost | undefined): Deployment {
  const { run, sitegen, addDev } = PACKAGE_MANAGERS[packageManager];
  if (host === 's3') return { permissions: ROLE, build: `${run} build`, after: deployToS3(sitegen, addDev) };
  if (host !== 'github') return { permissions: '', build: `${run} build`, after: '' };
  return { permissions: '\n  pages: read', before: FIND_BASE, build: withBase(sitegen), after: deployToPages(sitegen) };
}

/** https://docs.github.com/actions/how-tos/secure-your-work/security-harden-deployments/oidc-in-aws */
const ROLE = `
  id-token: write # for the role on AWS

# One deployment after the other.
concurrency: site-\${{ github.ref }}`;

function deployToS3(sitegen: string, addDev: string): string {
  return `
      # Set the variables SITE_BUCKET, AWS_ROLE and AWS_REGION of the repository to deploy. The documentation explains the
      # role: node_modules/sitegen/docs/deploy.md
      - if: ${ON_MAIN} && vars.SITE_BUCKET != ''
        uses: aws-actions/configure-aws-credentials@v6
        with:
          role-to-assume: \${{ vars.AWS_ROLE }}
          aws-region: \${{ vars.AWS_REGION }}
      - if: ${ON_MAIN} && vars.SITE_BUCKET != ''
        run: |
          ${addDev} @aws-sdk/client-s3
          ${sitegen} deploy "s3://\${{ vars.SITE_BUCKET }}" --delete
`;
}

const FIND_BASE = `
      # The site of a project is served under its name: /my-site/
      - uses: actions/configure-pages@v6
        id: pages
`;

function withBase(sitegen: string): string {
  return `${sitegen} build --base "$BASE"
        env:
          BASE: \${{ steps.pages.outputs.base_path }}/`;
}

/** By default, the artifact would lack `.well-known/`: https://github.com/actions/upload-pages-artifact/issues/147 */
function deployToPages(sitegen: string): string {
  return `
      # Nothing is published while a placeholder is left.
      - if: ${ON_MAIN}
        run: ${sitegen} check --release
      - if: ${ON_MAIN}
        uses: actions/upload-pages-artifact@v5
        with:
          path: out
          include-hidden-files: true

  deploy:
    if: ${ON_MAIN}
    needs: site
    runs-on: ubuntu-latest
    # One deployment after the other.
    concurrency: pages
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
      - uses: actions/deploy-pages@v5
        id: deployment
`;
}
