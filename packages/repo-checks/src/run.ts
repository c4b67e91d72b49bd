import { spawn } from 'node:child_process'

/** What a command left behind. */
export interface Outcome {
  readonly exitCode: number
  readonly stdout: string
  /** Both streams, in the order they came. */
  readonly output: string
}

/** Runs a program to its end and keeps what it prints. */
export function run(command: readonly string[], cwd: string): Promise<Outcome> {
  const [program = '', ...args] = command
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ exitCode: code ?? 1, stdout, output }))
  })
}

/** Runs a program that writes to this terminal; gives its exit code. */
export function runInTerminal(command: readonly string[], cwd: string): Promise<number> {
  const [program = '', ...args] = command
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
