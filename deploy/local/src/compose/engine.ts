import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { root } from '../settings.ts'

/** docker-compose.yml with settings of its own. */
export interface Engine {
  docker(...args: string[]): Promise<string>
  /** With the profile `sample`. */
  compose(...args: string[]): Promise<string>
  /** What a script prints in the container of a service, by its Node. */
  inside(service: string, script: string): Promise<string>
}

/** @param settings What docker-compose.yml reads, over the environment of this process. */
export function engineWith(settings: NodeJS.ProcessEnv): Engine {
  const env = { ...process.env, ...settings }
  const docker = (...args: string[]) => run('docker', args, env)
  const compose = (...args: string[]) => docker('compose', '--profile', 'sample', ...args)
  return {
    docker,
    compose,
    inside: (service, script) => compose('exec', '--no-TTY', service, 'node', '-e', script),
  }
}

/** @throws with what it said when it does not end with 0. */
export async function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  await once(child, 'exit')
  const [out, err] = await output
  if (child.exitCode === 0) return out
  throw new Error(
    `${command} ${args.slice(0, 6).join(' ')} failed:\n${`${out}${err}`.trim().slice(-4_000)}`,
  )
}
