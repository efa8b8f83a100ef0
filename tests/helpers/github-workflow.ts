/** Checks GitHub workflows and actions: GitHub's own parser, which its editors use as well, and our rules. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { ROOT } from './run.ts';

type Parser = typeof import('@actions/workflow-parser') & typeof import('@actions/workflow-parser/actions/index');

const github = await loadParser();

/** The parser imports JSON in a way that only bundlers understand. */
async function loadParser(): Promise<Parser> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-workflow-parser-'));
  const outfile = path.join(folder, 'parser.mjs');
  const contents = `
    export { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser';
    export { convertActionTemplate, parseAction } from '@actions/workflow-parser/actions/index';`;
  try {
    // For browsers, because what the parser requires from Node cannot be required by an ES module.
    await build({ stdin: { contents, resolveDir: ROOT }, bundle: true, format: 'esm', platform: 'browser', outfile });
    return (await import(pathToFileURL(outfile).href)) as Parser;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reports all problems, not only those of the syntax. */
const THOROUGH = { errorPolicy: 1 };

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly permissions?: Permissions;
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
}

type Permissions = Readonly<Record<string, string>>;

export interface Workflow {
  readonly on: unknown;
  readonly permissions?: Permissions;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const readWorkflow = (text: string): Workflow => parse(text) as Workflow;
export const readAction = (text: string): Action => parse(text) as Action;

export const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps);

/** @returns sentences; none if GitHub accepts the workflow, its permissions are listed, and shells run no text of strangers */
export async function workflowProblems(text: string, name = 'workflow.yml'): Promise<string[]> {
  const { context, value } = github.parseWorkflow({ name, content: text }, new github.NoOperationTraceWriter());
  if (value) await github.convertWorkflowTemplate(context, value, undefined, THOROUGH);
  const problems = context.errors.getErrors().map(({ message }) => message);
  if (problems.length > 0) return problems;

  const workflow = readWorkflow(text);
  if (typeof workflow.permissions !== 'object') problems.push(`${name}: no list of permissions`);
  if (/\bpull_request_target\b/.test(JSON.stringify(workflow.on)))
    problems.push(`${name}: runs on pull_request_target`);
  return [...problems, ...shellProblems(stepsOf(workflow), name)];
}

export function actionProblems(text: string, name = 'action.yml'): string[] {
  const { context, value } = github.parseAction({ name, content: text }, new github.NoOperationTraceWriter());
  if (value) github.convertActionTemplate(context, value, THOROUGH);
  const problems = context.errors.getErrors().map(({ message }) => message);
  return problems.length > 0 ? problems : shellProblems(readAction(text).runs.steps, name);
}

/**
 * GitHub replaces expressions before the shell reads the line, so that the title of a pull request could end it. Only
 * variables of the repository cannot be set by others.
 */
function shellProblems(steps: readonly Step[], name: string): string[] {
  return steps.flatMap(({ run = '' }) =>
    [...run.matchAll(/\$\{\{(?!\s*vars\.\w+\s*\}\}).*/g)].map(
      ([line]) => `${name}: pass ${line} to the shell by \`env\``,
    ),
  );
}
