import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { BizType } from '../../shared/biz-types.ts'
import { useUnsaved } from '../../shared/form/use-unsaved.tsx'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { Panel } from '../../shared/page/page.tsx'
import { PeopleField } from '../../shared/people/people-field.tsx'
import { Selections } from '../../shared/people/selections.tsx'
import { ProcessField } from '../../shared/processes/process-field.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { PathPreview } from './path-preview.tsx'
import classes from './start.module.css'
import { useStartForm } from './use-start-form.ts'
import { VariableField } from './variable-field.tsx'

/** Title, number and variables of an approval, and beside them the path it would take. */
export function StartForm({ bizType }: { readonly bizType: BizType }) {
  const { t } = useTranslation('approvals')
  const form = useStartForm(bizType)
  const leaving = useUnsaved(form.isChanged)
  return (
    <div className={classes.columns}>
      {leaving}
      <Panel label={t('start.form')}>
        <form
          ref={form.within}
          onSubmit={(event) => {
            event.preventDefault()
            form.submit()
          }}
        >
          <Stack>
            <HeadFields head={form.head} faults={form.headFaults} />
            <Variables bizType={bizType} form={form} />
            {form.processes.length > 0 && (
              <ProcessField
                bizType={bizType.code}
                description={t('field.processHint')}
                definitionIds={form.processes}
                value={form.definitionId}
                onChange={form.setDefinitionId}
              />
            )}
            <Selections
              offered={form.preview.selections}
              chosen={form.chosen}
              onChange={form.setChosen}
              faults={form.choiceFaults}
            />
            <PeopleField
              label={t('field.cc')}
              description={t('field.ccHint')}
              value={form.cc}
              onChange={form.setCc}
              error={form.ccFault}
            />
            <ErrorAlert error={form.error} />
            <Buttons isRunning={form.isRunning} />
          </Stack>
        </form>
      </Panel>
      <PathPreview preview={form.preview} />
    </div>
  )
}

function HeadFields(props: {
  readonly head: ReturnType<typeof useStartForm>['head']
  readonly faults: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('approvals')
  const text = (name: 'title' | 'bizId') => {
    const field = props.head.text(name)
    return { ...field, error: props.faults[name] ?? field.error }
  }
  return (
    <>
      <TextInput
        label={t('field.title')}
        description={t('field.titleHint')}
        required
        maxLength={200}
        {...text('title')}
      />
      <TextInput
        label={t('field.bizId')}
        description={t('field.bizIdHint')}
        required
        maxLength={200}
        {...text('bizId')}
      />
    </>
  )
}

function Variables(props: {
  readonly bizType: BizType
  readonly form: Pick<
    ReturnType<typeof useStartForm>,
    'variables' | 'setVariable' | 'variableFaults'
  >
}) {
  const { variables, setVariable, variableFaults } = props.form
  return props.bizType.variables.map((variable) => (
    <VariableField
      key={variable.name}
      variable={variable}
      label={variable.label ?? variable.name}
      value={variables[variable.name] ?? ''}
      onChange={(value) => setVariable(variable.name, value)}
      error={variableFaults[variable.name]}
    />
  ))
}

function Buttons({ isRunning }: { readonly isRunning: boolean }) {
  const { t } = useTranslation('approvals')
  return (
    <Group justify="flex-end">
      <Button component={Link} to="/start" variant="default">
        {t('common:action.cancel')}
      </Button>
      <Button type="submit" loading={isRunning}>
        {t('start.submit')}
      </Button>
    </Group>
  )
}
