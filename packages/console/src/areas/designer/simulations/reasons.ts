import { useTranslation } from '../../../text/i18n.ts'

const known = [
  'nobody_found',
  'nobody_to_escalate_to',
  'join_waits_forever',
  'selection_required',
  'separation_of_duties',
  'return_forbidden',
  'return_target_unknown',
  'action_forbidden',
  'expression_failed',
  'no_path',
  'too_long',
  'waits',
  'failed',
] as const

/** Why an approval would be stuck, in words; the service's own name of it where there are none. */
export function useReason(): (reason: string) => string {
  const { t } = useTranslation('designer')
  return (reason) => {
    const found = known.find((one) => one === reason)
    return found === undefined
      ? t('simulations.reason.other', { reason })
      : t(`simulations.reason.${found}`)
  }
}
