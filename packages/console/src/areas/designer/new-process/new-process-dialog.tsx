import { PROCESS_TEMPLATES } from '@countersign/contracts'
import { SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useBizTypes } from '../../../shared/biz-types.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { currentLanguage, useTranslation } from '../../../text/i18n.ts'
import { definitionsQuery } from '../queries.ts'
import { findTemplate } from './begin-with.ts'
import { proposeKey } from './propose-key.ts'
import { faultOfSource } from './source-faults.ts'
import { SourceInput } from './source-input.tsx'
import { useNewProcess, type NewProcess } from './use-new-process.ts'

const initial: NewProcess = {
  name: '',
  key: '',
  bizType: '',
  form: 'tree',
  template: 'none',
  source: '',
}
type Asked = Fields<{ readonly [K in keyof NewProcess]: string }>

/** Asks what the process is for, and makes a draft with the steps of a template, or with one. */
export function NewProcessDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('designer')
  const make = useNewProcess()
  const fields: Asked = useFields({ ...initial }, make.error)
  const isSameFile = make.variables?.source === fields.values.source
  const sourceFault = isSameFile ? faultOfSource(make.error, t) : undefined
  return (
    <ConfirmDialog
      opened
      title={t('new.title')}
      confirm={t('new.make')}
      isRunning={make.isPending}
      error={sourceFault === undefined ? fields.formError : undefined}
      onConfirm={() => make.mutate(fields.values)}
      onClose={onClose}
    >
      <NewProcessFields fields={fields} sourceFault={sourceFault} />
    </ConfirmDialog>
  )
}

function NewProcessFields(props: {
  readonly fields: Asked
  readonly sourceFault: string | undefined
}) {
  const { fields } = props
  const { t } = useTranslation('designer')
  const setName = useNameWithKey(fields)
  const [file, setFile] = useState<File | null>(null)
  return (
    <Stack>
      <FormControl fields={fields} />
      {fields.values.form === 'file' && (
        <SourceInput
          file={file}
          name={fields.values.name}
          error={fields.field('source').error ?? props.sourceFault}
          onName={setName}
          onChange={(chosen, source) => {
            setFile(chosen)
            fields.set('source', source)
          }}
        />
      )}
      {fields.values.form === 'tree' && <TemplateSelect fields={fields} onName={setName} />}
      <TextInput
        {...fields.text('name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        label={t('field.name')}
        required
        maxLength={200}
        data-autofocus
      />
      <TextInput
        {...fields.text('key')}
        label={t('field.key')}
        description={t('new.keyHint')}
        required
        pattern="[A-Za-z_][A-Za-z0-9._\-]{0,99}"
      />
      <BizTypeSelect fields={fields} />
    </Stack>
  )
}

function FormControl({ fields }: { readonly fields: Asked }) {
  const { t } = useTranslation('designer')
  return (
    <SegmentedControl
      aria-label={t('new.form')}
      data={[
        { value: 'tree', label: t('new.tree') },
        { value: 'bpmn', label: t('new.bpmn') },
        { value: 'file', label: t('new.file') },
      ]}
      value={fields.values.form}
      onChange={(form) => fields.set('form', form)}
    />
  )
}

function BizTypeSelect({ fields }: { readonly fields: Asked }) {
  const { t } = useTranslation('designer')
  // An application may have declared its type since the list was read.
  const { data: bizTypes = [] } = useBizTypes({ refetchOnMount: 'always' })
  return (
    <Select
      label={t('field.bizType')}
      data={bizTypes.map(({ code, name }) => ({ value: code, label: name }))}
      value={fields.values.bizType === '' ? null : fields.values.bizType}
      onChange={(code) => fields.set('bizType', code ?? '')}
      error={fields.field('bizType').error}
      required
    />
  )
}

/** Sets the name, and the key with it as long as it is the one that was proposed. */
function useNameWithKey({ values, set }: Asked): (name: string) => void {
  const { data: definitions } = useQuery(definitionsQuery)
  const taken = useMemo(() => new Set(definitions?.map(({ key }) => key) ?? []), [definitions])
  const [proposed, setProposed] = useState('')
  return (name) => {
    set('name', name)
    if (values.key !== proposed) return
    const key = proposeKey(name, taken)
    setProposed(key)
    set('key', key)
  }
}

/** What to begin with; a name that was not changed follows the template. */
function TemplateSelect(props: {
  readonly fields: Asked
  readonly onName: (name: string) => void
}) {
  const { t } = useTranslation('designer')
  const { values, set } = props.fields
  const language = currentLanguage()
  const chosen = findTemplate(values.template)
  return (
    <Select
      label={t('new.template')}
      description={chosen?.about[language] ?? t('new.oneStepHint')}
      data={[
        { value: 'none', label: t('new.oneStep') },
        ...PROCESS_TEMPLATES.map(({ id, name }) => ({ value: id, label: name[language] })),
      ]}
      value={values.template}
      allowDeselect={false}
      onChange={(id) => {
        set('template', id ?? 'none')
        const next = findTemplate(id ?? 'none')
        const isOwn = values.name !== '' && values.name !== chosen?.name[language]
        if (!isOwn) props.onName(next?.name[language] ?? '')
      }}
    />
  )
}
