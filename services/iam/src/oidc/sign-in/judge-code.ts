import type { Deps } from '../../deps.ts'
import { checkCode } from '../../second-factor/check-code.ts'
import { recordSignIn } from './record-sign-in.ts'
import type { Step } from './step.ts'

interface CodeFault {
  readonly error: string
  readonly status: 422 | 429
}

/** What is wrong with the code that was typed; nothing when it is one of the account's, used up now. */
export async function judgeCode(
  deps: Deps,
  { form, request, reply, texts }: Step,
  userId: string,
): Promise<
  { readonly fault: CodeFault } | { readonly fault: undefined; readonly recoveryCode: boolean }
> {
  const result = await checkCode(deps, userId, form.code ?? '')
  if (result.kind === 'right') return { fault: undefined, recoveryCode: result.recovery }
  if (result.kind === 'wait') {
    void reply.header('retry-after', String(result.seconds))
    return { fault: { error: texts.wait(result.seconds), status: 429 } }
  }
  const record = { userId, outcome: 'failure', address: request.ip, amr: ['otp'] } as const
  await recordSignIn(deps.db, record, deps.now())
  return { fault: { error: texts.codeWrong, status: 422 } }
}
