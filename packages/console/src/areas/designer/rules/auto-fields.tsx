import { STEP_RESULTS, type AutoStep } from '@countersign/contracts'
import { ActionIcon, Button, Group, Select, Stack } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { ConditionField } from '../conditions/condition-field.tsx'

/** What decides, as the tree and BPMN have it. */
export type AutoRules = Pick<AutoStep, 'rules' | 'otherwise'>

interface Props {
  readonly auto: AutoRules
  readonly onChange: (auto: AutoRules) => void
  readonly disabled: boolean
}

type Result = (typeof STEP_RESULTS)[number]
type Rule = NonNullable<AutoStep['rules']>[number]

/** Rules of which the first that holds decides, and what holds where none does. */
export function AutoFields({ auto, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { rules = [] } = auto
  return (
    <>
      {rules.map((rule, index) => (
        <RuleFields
          // oxlint-disable-next-line react/no-array-index-key -- known by their place alone
          key={index}
          rule={rule}
          number={index + 1}
          onChange={(next) => onChange({ ...auto, rules: rules.with(index, next) })}
          onRemove={() => onChange({ ...auto, rules: rules.toSpliced(index, 1) })}
          disabled={disabled}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        onClick={() => onChange({ ...auto, rules: [...rules, { when: '', result: 'rejected' }] })}
      >
        {t('steps.addRule')}
      </Button>
      <ResultSelect
        label={t('steps.otherwise')}
        value={auto.otherwise}
        onChange={(otherwise) => onChange({ ...auto, otherwise })}
        disabled={disabled}
      />
    </>
  )
}

function RuleFields(props: {
  readonly rule: Rule
  readonly number: number
  readonly onChange: (rule: Rule) => void
  readonly onRemove: () => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { rule, number, onChange, disabled } = props
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs" className={classes.branchForm}>
      <Stack gap={6} flex={1} miw={0}>
        <ConditionField
          label={t('steps.rule', { number })}
          value={rule.when}
          onChange={(when) => onChange({ ...rule, when: when ?? '' })}
          faults={[]}
          disabled={disabled}
        />
        <ResultSelect
          label={t('steps.then', { number })}
          value={rule.result}
          onChange={(result) => onChange({ ...rule, result })}
          disabled={disabled}
        />
      </Stack>
      <ActionIcon
        variant="subtle"
        disabled={disabled}
        aria-label={t('steps.removeRule', { number })}
        onClick={props.onRemove}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
    </Group>
  )
}

function ResultSelect(props: {
  readonly label: string
  readonly value: Result
  readonly onChange: (value: Result) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  return (
    <Select
      label={props.label}
      data={STEP_RESULTS.map((value) => ({ value, label: t(`steps.${value}`) }))}
      value={props.value}
      allowDeselect={false}
      disabled={props.disabled}
      onChange={(value) => props.onChange(value === 'rejected' ? 'rejected' : 'approved')}
    />
  )
}
