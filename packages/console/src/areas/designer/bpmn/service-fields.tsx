import { STEP_RESULTS } from '@countersign/contracts'
import { Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { AutoFields } from '../rules/auto-fields.tsx'
import { CallFields } from '../rules/call-fields.tsx'
import { CandidatesField } from '../rules/candidates-field.tsx'
import { Choice } from '../rules/choice.tsx'
import type { Model, Shape } from './model.ts'
import {
  SERVICES,
  readCallRules,
  readResult,
  readService,
  saysResult,
  writeCallRules,
  writeResult,
  writeService,
  type Service,
} from './services.ts'

interface Props {
  readonly model: Model
  readonly shape: Shape
  readonly disabled: boolean
}

/** What is done without anybody being asked: by a service task, in another process, or at an end. */
export function ServiceFields(props: Props) {
  const { shape } = props
  switch (shape.type) {
    case 'bpmn:ServiceTask':
    case 'bpmn:SendTask':
      return <DoesFields {...props} />
    case 'bpmn:CallActivity':
      return <CalledFields {...props} />
    case 'bpmn:EndEvent':
      return saysResult(shape.businessObject) ? <ResultField {...props} /> : null
    default:
      return null
  }
}

const begun: Readonly<Record<Service['does'], Service>> = {
  copy: { does: 'copy', candidates: [] },
  auto: { does: 'auto', rules: [], otherwise: 'approved' },
  callback: { does: 'callback', request: '' },
}

function DoesFields({ model, shape, disabled }: Props) {
  const { t } = useTranslation('designer')
  const task = shape.businessObject
  // What is sent is sent to the application, which needs its name alone.
  const sends = shape.type === 'bpmn:SendTask'
  const service = readService(task) ?? (sends ? begun.callback : undefined)
  const change = (next: Service | undefined) =>
    model.set(shape, { extensionElements: writeService(task, next, model.create) })
  return (
    <>
      {!sends && (
        <DoesChoice
          value={service?.does}
          onChange={(does) => change(begun[does])}
          disabled={disabled}
        />
      )}
      {service?.does === 'copy' && (
        <CandidatesField
          value={service.candidates}
          onChange={(candidates) => change({ ...service, candidates })}
          disabled={disabled}
        />
      )}
      {service?.does === 'auto' && (
        <AutoFields
          auto={service}
          onChange={(auto) => change({ ...service, ...auto })}
          disabled={disabled}
        />
      )}
      {service?.does === 'callback' && (
        <TextInput
          label={t('steps.request')}
          description={t('steps.requestHint')}
          value={service.request}
          maxLength={150}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) =>
            change(sends && value === '' ? undefined : { ...service, request: value })
          }
        />
      )}
    </>
  )
}

function DoesChoice(props: {
  readonly value: Service['does'] | undefined
  readonly onChange: (does: Service['does']) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  return (
    <Select
      label={t('service.does')}
      data={SERVICES.map((value) => ({ value, label: t(`service.${value}`) }))}
      value={props.value ?? null}
      allowDeselect={false}
      disabled={props.disabled}
      onChange={(value) => {
        const does = SERVICES.find((one) => one === value)
        if (does !== undefined) props.onChange(does)
      }}
    />
  )
}

function CalledFields({ model, shape, disabled }: Props) {
  const call = shape.businessObject
  return (
    <CallFields
      rules={readCallRules(call)}
      onChange={(rules) =>
        model.set(shape, { extensionElements: writeCallRules(call, rules, model.create) })
      }
      disabled={disabled}
    />
  )
}

function ResultField({ model, shape, disabled }: Props) {
  const { t } = useTranslation('designer')
  const end = shape.businessObject
  return (
    <Choice
      label={t('steps.result')}
      values={STEP_RESULTS}
      name={(value) => t(`steps.${value}`)}
      value={readResult(end)}
      onChange={(result) =>
        model.set(shape, { extensionElements: writeResult(end, result, model.create) })
      }
      disabled={disabled}
    />
  )
}
