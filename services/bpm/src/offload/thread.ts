// The entry of the thread. Its modules are loaded once and kept until it has been idle for a while.
import { jobs, type Inputs, type JobName } from './jobs.ts'
import { fromSent, toSent } from './sent.ts'

export async function run<N extends JobName>({
  name,
  input,
}: {
  readonly name: N
  readonly input: Inputs[N]
}): Promise<unknown> {
  fromSent(input)
  return toSent(await jobs[name](input))
}
