import { PACKAGE_MANAGERS, type PackageManager } from './package-manager.ts';

/**
 * A GitHub workflow that checks and builds each change, and deploys the branch `main` to S3 once its bucket and role are set:
 * https://docs.github.com/actions/how-tos/secure-your-work/security-harden-deployments/oidc-in-aws
 */
export function formatWorkflow(packageManager: PackageManager): string {
  const { setup, installLocked, run, exec, add } = PACKAGE_MANAGERS[packageManager];
  return `name: Site

on:
  push:
    branches: [main]
  pull_request:

# One deployment after the other.
concurrency: site-\${{ github.ref }}

permissions:
  contents: read
  id-token: write # for the role on AWS

jobs:
  site:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6${setup}
      - run: ${installLocked}

      # Drawings and compressed files that did not change are not made again, and assets of earlier builds stay.
      - uses: actions/cache@v5
        with:
          path: |
            .sitegen/memo
            out
          key: sitegen-\${{ runner.os }}-\${{ github.sha }}
          restore-keys: sitegen-\${{ runner.os }}-

      - run: ${run} build
      - run: ${run} check

      # Set the variables SITE_BUCKET, AWS_ROLE and AWS_REGION of the repository to deploy. The documentation explains the
      # role: node_modules/sitegen/docs/deploy.md
      - if: github.ref == 'refs/heads/main' && vars.SITE_BUCKET != ''
        uses: aws-actions/configure-aws-credentials@v6
        with:
          role-to-assume: \${{ vars.AWS_ROLE }}
          aws-region: \${{ vars.AWS_REGION }}
      - if: github.ref == 'refs/heads/main' && vars.SITE_BUCKET != ''
        run: |
          ${add} @aws-sdk/client-s3
          ${exec} sitegen deploy "s3://\${{ vars.SITE_BUCKET }}" --delete
`;
}
