import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { Choice } from '../rules/choice.tsx'
import { REPETITIONS, type RepetitionForm } from './repetition.ts'

interface Props {
  readonly repetition: RepetitionForm | undefined
  readonly onChange: (repetition: RepetitionForm | undefined) => void
  readonly disabled: boolean
}

const nothing = { condition: '', times: '', before: false, each: '', as: '' } as const

/** Whether an activity is done more than once, and how often. */
export function RepetitionFields({ repetition, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  return (
    <>
      <Choice
        label={t('repetition.title')}
        values={REPETITIONS}
        name={(value) => t(`repetition.${value}`)}
        otherwise={t('repetition.once')}
        value={repetition?.kind}
        onChange={(kind) =>
          onChange(kind === undefined ? undefined : { ...nothing, ...repetition, kind })
        }
        disabled={disabled}
      />
      {repetition !== undefined && (
        <Details repetition={repetition} onChange={onChange} disabled={disabled} />
      )}
    </>
  )
}

function Details({
  repetition,
  onChange,
  disabled,
}: Props & { readonly repetition: RepetitionForm }) {
  const { t } = useTranslation('designer')
  const isLoop = repetition.kind === 'while'
  return (
    <>
      <TextInput
        label={t(isLoop ? 'repetition.most' : 'repetition.times')}
        description={isLoop ? undefined : t('repetition.timesHint')}
        value={repetition.times}
        disabled={disabled}
        inputMode={isLoop ? 'numeric' : 'text'}
        onChange={({ currentTarget: { value } }) => {
          if (isLoop && !/^\d{0,3}$/.test(value)) return
          onChange({ ...repetition, times: value })
        }}
      />
      <TextInput
        label={t(isLoop ? 'repetition.condition' : 'repetition.until')}
        description={t(isLoop ? 'repetition.conditionHint' : 'repetition.untilHint')}
        styles={{ input: { fontFamily: 'monospace' } }}
        value={repetition.condition}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => onChange({ ...repetition, condition: value })}
      />
      {!isLoop && <ListFields repetition={repetition} onChange={onChange} disabled={disabled} />}
      {isLoop && (
        <Checkbox
          label={t('repetition.before')}
          checked={repetition.before}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...repetition, before: checked })
          }
        />
      )}
    </>
  )
}

/** For each of a list, in place of a number. */
function ListFields({
  repetition,
  onChange,
  disabled,
}: Props & { readonly repetition: RepetitionForm }) {
  const { t } = useTranslation('designer')
  return (['each', 'as'] as const).map((name) => (
    <TextInput
      key={name}
      label={t(`steps.manyField.${name}`)}
      description={t(`repetition.${name}Hint`)}
      styles={{ input: { fontFamily: 'monospace' } }}
      value={repetition[name]}
      disabled={disabled}
      onChange={({ currentTarget: { value } }) => onChange({ ...repetition, [name]: value })}
    />
  ))
}
