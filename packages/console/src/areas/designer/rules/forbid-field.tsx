import { MultiSelect } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import type { PartProps } from './rules.ts'

/** What people do with tasks, in the order in which they meet it. */
const actions = [
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'resolve',
  'addSign',
  'removeSign',
  'claim',
  'unclaim',
  'takeBack',
] as const

/** What nobody may do at a step. */
export function ForbidField({ rules: { forbid = [] }, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  const names = [...new Set<string>([...actions, ...forbid])]
  return (
    <MultiSelect
      label={t('access.forbid')}
      data={names.map((value) => ({
        value,
        label: t(`facts.action.${value as 'reject'}`, { defaultValue: value }),
      }))}
      placeholder={forbid.length === 0 ? t('access.forbidNothing') : ''}
      value={[...forbid]}
      onChange={(next) => set({ forbid: next.length === 0 ? undefined : next })}
      disabled={disabled}
    />
  )
}
