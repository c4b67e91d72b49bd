import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { Choice } from '../rules/choice.tsx'
import { textOf, type ModdleElement } from './moddle.ts'
import type { Model, Shape } from './model.ts'

interface Props {
  readonly model: Model
  readonly shape: Shape
  readonly disabled: boolean
}

const ORDERINGS = ['Parallel', 'Sequential'] as const

/** When a gateway has had enough branches, or an ad-hoc sub-process has done enough. */
export function EnoughFields({ model, shape, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { $type } = shape.businessObject
  if ($type === 'bpmn:ComplexGateway') {
    const label = t('enough.activation')
    const member = { member: 'activationCondition', label, hint: t('enough.activationHint') }
    return <ExpressionField {...member} model={model} shape={shape} disabled={disabled} />
  }
  if ($type !== 'bpmn:AdHocSubProcess') return null
  const ordering = ORDERINGS.find((one) => one === shape.businessObject.get('ordering'))
  const until = {
    member: 'completionCondition',
    label: t('enough.until'),
    hint: t('enough.untilHint'),
  }
  return (
    <>
      <Choice
        label={t('enough.ordering')}
        values={ORDERINGS}
        name={(value) => t(`enough.${value}`)}
        value={ordering}
        disabled={disabled}
        onChange={(next) => model.set(shape, { ordering: next })}
      />
      <ExpressionField {...until} model={model} shape={shape} disabled={disabled} />
      <Checkbox
        label={t('enough.cancels')}
        checked={shape.businessObject.get('cancelRemainingInstances') !== false}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) =>
          model.set(shape, { cancelRemainingInstances: checked })
        }
      />
    </>
  )
}

/** An expression is an element of its own in BPMN; without a text there is none. */
function ExpressionField(
  props: Props & { readonly member: string; readonly label: string; readonly hint: string },
) {
  const { model, shape, member } = props
  const present = shape.businessObject.get(member) as ModdleElement | undefined
  return (
    <TextInput
      label={props.label}
      description={props.hint}
      styles={{ input: { fontFamily: 'monospace' } }}
      value={textOf(present, 'body')}
      disabled={props.disabled}
      onChange={({ currentTarget: { value } }) => {
        const expression =
          value === '' ? undefined : model.create('bpmn:FormalExpression', { body: value })
        model.set(shape, { [member]: expression })
      }}
    />
  )
}
