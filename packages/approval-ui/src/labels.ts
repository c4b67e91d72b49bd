import type { Instance, Task } from './contract.ts'
import { labelIn, type Language } from './text/texts.ts'

interface Shown {
  readonly task?: Pick<Task, 'fields'> | undefined
  readonly instance?: Pick<Instance, 'keyFields' | 'labels' | 'localLabels'> | undefined
}

/**
 * What a declared value is called, the same wherever it is shown: in the language of the reader, as far as one knows.
 *
 * @param otherwise What else calls it so.
 */
export function labelOf(
  name: string,
  { task, instance }: Shown,
  language: Language,
  otherwise?: string | null,
): string {
  const key = instance?.keyFields?.find((one) => one.name === name)
  const field = task?.fields.find((one) => one.name === name)
  const local = key?.label ?? field?.labels ?? instance?.localLabels?.[name]
  if (local !== undefined) return labelIn(local, language)
  return field?.label ?? instance?.labels[name] ?? otherwise ?? name
}
