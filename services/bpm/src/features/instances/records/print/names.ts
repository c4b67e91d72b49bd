import { agentOf, type RecordAction } from '@countersign/record'
import type { PrintTexts } from './text-shapes.ts'

/** Whoever reads a print sees where a program acted in somebody's name. */
export function nameWithAgent(
  name: string,
  action: RecordAction | undefined,
  texts: PrintTexts,
): string {
  const agent = action && agentOf(action)
  return agent === undefined ? name : `${name} ${texts.throughAgent(agent)}`
}
