import util from 'node:util';
import { VARIABLES, WORKING_DIRECTORY, answer, describeVariables } from '../cache/answers.ts';
import type { Recorder } from './recorder.ts';

/** Records which variables are read, however that is done, and whether the working directory is. */
export function trackEnvironment(recorder: Recorder): void {
  process.env = watchVariables(process.env, recorder);
  const cwd = process.cwd.bind(process);
  process.cwd = () => {
    if (recorder.isSiteCode()) recorder.addAnswer(WORKING_DIRECTORY, () => answer(WORKING_DIRECTORY));
    return cwd();
  };
}

function watchVariables(env: NodeJS.ProcessEnv, recorder: Recorder): NodeJS.ProcessEnv {
  /** What code of the site assigns is its own, and not recorded. */
  const initial = new Map(Object.entries(env));
  const record = (name: string | symbol) => {
    if (typeof name === 'string') recorder.addVariable(name, initial.get(name) ?? null);
  };
  const recordNames = () => recorder.addAnswer(VARIABLES, () => describeVariables([...initial.keys()]));
  // `util.inspect` looks into a proxy without calling it.
  const inspected = {
    [util.inspect.custom]: () => {
      recordNames();
      for (const name of initial.keys()) record(name);
      return { ...env };
    },
  };
  return new Proxy<NodeJS.ProcessEnv>(inspected, {
    get: (_target, name) => {
      record(name);
      return Reflect.get(env, name) as unknown;
    },
    has: (_target, name) => {
      record(name);
      return Reflect.has(env, name);
    },
    getOwnPropertyDescriptor: (_target, name) => {
      record(name);
      return Reflect.getOwnPropertyDescriptor(env, name);
    },
    // Code that asks for the names asks for the values next, by the functions above.
    ownKeys: () => {
      recordNames();
      return Reflect.ownKeys(env);
    },
    set: (_target, name, value) => Reflect.set(env, name, value),
    defineProperty: (_target, name, property) => Reflect.defineProperty(env, name, property),
    deleteProperty: (_target, name) => Reflect.deleteProperty(env, name),
  });
}
