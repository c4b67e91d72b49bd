import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a program of this folder and waits for its first message. */
export async function startChild(
  file: string,
  argument = '',
  nodeOptions: readonly string[] = [],
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<{ child: ChildProcess; said: unknown }> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, [argument], {
    execArgv: ['--conditions=source', ...nodeOptions],
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  const [said] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`))),
  ])) as [unknown]
  return { child, said }
}

/** Sends a message and waits for the answer to it. */
export async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  child.send(message)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

/** Ends a child, by force when it does not in time. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
