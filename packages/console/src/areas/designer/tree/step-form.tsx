import type { TreeStep } from '@countersign/contracts'
import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ElementFaults } from '../problems/element-faults.tsx'
import { CandidatesField } from '../rules/candidates-field.tsx'
import { RulesForm } from '../rules/rules-form.tsx'
import { BranchForm } from './branch-form.tsx'

interface Props {
  readonly step: TreeStep
  readonly onChange: (step: TreeStep) => void
  readonly disabled: boolean
}

/** What the chosen step says. */
export function StepForm({ step, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  return (
    <Stack>
      <ElementFaults of={step.id} />
      <TextInput
        label={t('field.name')}
        value={step.name ?? ''}
        maxLength={200}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...step, name: currentTarget.value })}
      />
      {step.type === 'approve' && (
        <RulesForm
          rules={step}
          disabled={disabled}
          onChange={(rules) =>
            onChange({ ...rules, id: step.id, type: 'approve', name: step.name })
          }
        />
      )}
      {step.type === 'cc' && (
        <CandidatesField
          value={step.candidates}
          disabled={disabled}
          onChange={(candidates) => onChange({ ...step, candidates })}
        />
      )}
      {step.type === 'branch' && <BranchForm step={step} onChange={onChange} disabled={disabled} />}
    </Stack>
  )
}
