import { ApiProblem } from '../../api/problem.ts'
import { textOf } from '../../text/i18n.ts'
import { detailOf, kindOf, titleOf } from '../page/error-words.ts'
import { showToast } from './toasts.ts'

/** A word in the corner that something is done; read out, and gone by itself. */
export function notifyDone(text: string): void {
  showToast({ tone: 'good', text })
}

/** A word in the corner that is neither good nor bad. */
export function notify(text: string): void {
  showToast({ tone: 'plain', text })
}

/** A word in the corner that something does not work, and why, where that is known. */
export function notifyBroken(title: string, reason = ''): void {
  showToast(reason === '' ? { tone: 'bad', text: title } : { tone: 'bad', title, text: reason })
}

/** A refusal of something that has no place of its own on the page. */
export function notifyProblem(error: unknown): void {
  const problem = error instanceof ApiProblem ? error.body : undefined
  const isLost = kindOf(error) === 'lost'
  const detail = isLost ? textOf('error.lostHint') : detailOf(error)
  const title = titleOf(error)
  const said = [detail, problem?.code].filter((part) => part !== undefined && part !== title)
  notifyBroken(title, said.join(' · '))
}
