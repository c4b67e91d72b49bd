/** A promise that fails with nobody listening would end the process. */
export function forget(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => undefined)
}
