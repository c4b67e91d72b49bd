import { notifications } from '@mantine/notifications'
import { ApiProblem } from '../api/problem.ts'
import { textOf } from '../text/i18n.ts'

/** A word in the corner that something is done; read out, and gone by itself. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green' })
}

/** A refusal of something that has no place of its own on the page. */
export function notifyProblem(error: unknown): void {
  const problem = error instanceof ApiProblem ? error.body : undefined
  notifications.show({
    color: 'red',
    autoClose: 10_000,
    title: problem?.title ?? textOf('error.title'),
    message: [problem?.detail, problem?.code].filter((part) => part !== undefined).join(' · '),
  })
}
