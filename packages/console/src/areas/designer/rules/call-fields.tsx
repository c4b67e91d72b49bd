import { ON_REJECT, type CallStep } from '@countersign/contracts'
import { Checkbox } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { Choice } from './choice.tsx'
import { MappingsField } from './mappings-field.tsx'
import { compact, type Loose } from './rules.ts'

/** What a process that is called gets and gives back, and what its rejection means; as the tree and BPMN have it. */
export type CallRules = Pick<CallStep, 'inheritVariables' | 'onReject' | 'in' | 'out'>

interface Props {
  readonly rules: CallRules
  readonly onChange: (rules: CallRules) => void
  readonly disabled: boolean
}

export function CallFields({ rules, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const set = (part: Partial<Loose<CallRules>>) =>
    onChange(compact<CallRules>({ ...rules, ...part }))
  return (
    <>
      <Checkbox
        label={t('steps.inherits')}
        checked={rules.inheritVariables ?? false}
        disabled={disabled}
        onChange={({ currentTarget }) => set({ inheritVariables: currentTarget.checked })}
      />
      <Choice
        label={t('rules.onReject')}
        values={ON_REJECT}
        name={(value) => t(`onReject.${value}`)}
        value={rules.onReject}
        onChange={(onReject) => set({ onReject })}
        disabled={disabled}
      />
      {(['in', 'out'] as const).map((way) => (
        <MappingsField
          key={way}
          way={way}
          value={rules[way] ?? []}
          onChange={(next) => set({ [way]: next.length === 0 ? undefined : next })}
          disabled={disabled}
        />
      ))}
    </>
  )
}
