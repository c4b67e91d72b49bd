import type { ApprovalTree, TreeStep } from '@countersign/contracts'
import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { ElementFaults } from '../problems/element-faults.tsx'
import { CandidatesField } from '../rules/candidates-field.tsx'
import { RulesForm } from '../rules/rules-form.tsx'
import { inTree } from '../rules/rules.ts'
import { BranchForm } from './branch-form.tsx'
import { ImportedField } from './imported-field.tsx'
import { OtherStepForm } from './other-step-form.tsx'

interface Props {
  readonly tree: ApprovalTree
  readonly step: TreeStep
  readonly onChange: (step: TreeStep) => void
  readonly disabled: boolean
}

/** What the chosen step says. */
export function StepForm({ tree, step, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const kept = step.imported === undefined ? {} : { imported: step.imported }
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
            onChange({ ...inTree(rules), ...kept, id: step.id, type: 'approve', name: step.name })
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
      <OtherStepForm tree={tree} step={step} onChange={onChange} disabled={disabled} />
      <ImportedField
        notes={step.imported ?? []}
        onChange={(imported) => onChange({ ...step, imported })}
        disabled={disabled}
      />
    </Stack>
  )
}
