import { ApiProblem } from '../api/problem.ts'
import { EmptyState } from '../shared/page/empty-state.tsx'
import { ErrorCode, ErrorState } from '../shared/page/error-state.tsx'
import { useTranslation } from '../text/i18n.ts'

const codes = [
  'dms.not_found',
  'dms.share_revoked',
  'dms.share_expired',
  'dms.share_used_up',
  'dms.share_resting',
  'dms.share_not_yet_valid',
] as const

/** Why an address leads nowhere, for somebody who has no account here and knows nobody to ask. */
export function ClosedShare(props: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation('visitor')
  const { error } = props
  const code = codes.find((one) => error instanceof ApiProblem && error.code === one)
  if (code === undefined) return <ErrorState error={error} onRetry={props.onRetry} />
  const isEarly = code === 'dms.share_not_yet_valid'
  return (
    <EmptyState
      icon={isEarly ? 'clock' : 'lock'}
      title={t(`closed.${code}`)}
      hint={t(isEarly ? 'laterHint' : 'closedHint')}
    >
      <ErrorCode error={error} />
    </EmptyState>
  )
}
