import { createInterface } from 'node:readline'

export type Input = Readonly<Record<string, string>>
export type Steps = Readonly<Record<string, (input: Input) => Promise<object>>>

/** Answers each JSON line of standard input with one: what its step gives, or `error`. */
export async function answerLines(steps: Steps): Promise<void> {
  for await (const line of createInterface(process.stdin)) {
    // The test wrote the line.
    const input = JSON.parse(line) as Input
    const step = steps[input['step'] ?? '']
    const answer = await step?.(input).catch((thrown: unknown) => ({ error: codeOf(thrown) }))
    console.log(JSON.stringify(answer ?? { error: 'unknown_step' }))
  }
}

export function given(input: Input, name: string): string {
  const value = input[name]
  if (value === undefined) throw new Error(`no ${name}`)
  return value
}

/** Both libraries put the code of OAuth's error answer there. */
function codeOf(thrown: unknown): string {
  if (thrown instanceof Error && 'error' in thrown) return String(thrown.error)
  return String(thrown)
}
