import {
  COMMENTED_ACTIONS,
  RESUBMIT_MODES,
  type TreeComment,
  type TreeReturn,
} from '@countersign/contracts'
import { Stack } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { AccessFields } from './access-fields.tsx'
import { CandidatesField } from './candidates-field.tsx'
import { ChangeFields } from './change-fields.tsx'
import { Choice } from './choice.tsx'
import { DecisionFields } from './decision-fields.tsx'
import { ForbidField } from './forbid-field.tsx'
import { PolicyFields } from './policy-fields.tsx'
import {
  commentRules,
  compact,
  countedBy,
  orNothing,
  returnTargets,
  type Loose,
  type PartProps,
  type Rules,
} from './rules.ts'
import { TimesFields } from './times-fields.tsx'

interface Props {
  readonly rules: Rules
  readonly onChange: (rules: Rules) => void
  readonly disabled: boolean
  /** Whether events may be drawn that catch a rejection. */
  readonly isDrawn?: boolean
}

/** All that can be said of one approval step, with the defaults in sight. */
export function RulesForm({ rules, onChange, disabled, isDrawn = false }: Props) {
  const set = (part: Partial<Loose<Rules>>) => onChange(compact<Rules>({ ...rules, ...part }))
  return (
    <Stack gap="md">
      <CandidatesField
        value={rules.candidates}
        onChange={(candidates) => set({ candidates })}
        disabled={disabled}
        counted={countedBy(rules.mode)}
      />
      <TimesFields rules={rules} set={set} disabled={disabled} />
      <DecisionFields rules={rules} set={set} disabled={disabled} isDrawn={isDrawn} />
      <PolicyFields rules={rules} set={set} disabled={disabled} />
      <ReturnFields rules={rules} set={set} disabled={disabled} />
      <CommentFields rules={rules} set={set} disabled={disabled} />
      <ChangeFields
        change={rules.change}
        onChange={(change) => set({ change })}
        disabled={disabled}
      />
      <ForbidField rules={rules} set={set} disabled={disabled} />
      <AccessFields rules={rules} set={set} disabled={disabled} />
    </Stack>
  )
}

/** Where the step may return the approval to, and where it goes on from there. */
function ReturnFields({ rules, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  const back = rules.return ?? {}
  const setBack = (part: Partial<Loose<TreeReturn>>) =>
    set({ return: orNothing<TreeReturn>({ ...back, ...part }) })
  return (
    <>
      <Choice
        label={t('rules.returnTo')}
        values={returnTargets}
        name={(value) => t(`returnTo.${value}`)}
        value={back.to}
        onChange={(to) => setBack({ to })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.resubmit')}
        values={RESUBMIT_MODES}
        name={(value) => t(`resubmit.${value}`)}
        value={back.resubmit}
        onChange={(resubmit) => setBack({ resubmit })}
        disabled={disabled}
      />
    </>
  )
}

/** Who has to say why they decide so. */
function CommentFields({ rules, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  const comment = rules.comment ?? {}
  return COMMENTED_ACTIONS.map((action) => (
    <Choice
      key={action}
      label={t(`rules.comment.${action}`)}
      values={commentRules}
      name={(value) => t(`comment.${value}`)}
      value={comment[action]}
      onChange={(rule) => set({ comment: orNothing<TreeComment>({ ...comment, [action]: rule }) })}
      disabled={disabled}
    />
  ))
}
