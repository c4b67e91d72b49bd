import { Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bpm, unwrap } from '../../api/clients.ts'
import { useMay } from '../../me/me.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { Icon } from '../../shared/icon.tsx'
import { notifyDone, notifyProblem } from '../../shared/notify.ts'
import { DryRunDialog } from './dry-run-dialog.tsx'
import { bodyOf, definitionXmlQuery, type Content, type Definition } from './queries.ts'

interface Props {
  readonly definition: Definition
  readonly content: Content
  readonly isChanged: boolean
  readonly hasProblems: boolean
}

type Action = 'save' | 'publish' | 'retire' | 'newVersion'

/** Saving, publishing, retiring, and beginning the next version. */
export function DefinitionActions({ definition, content, isChanged, hasProblems }: Props) {
  const { t } = useTranslation('designer')
  const queries = useQueryClient()
  const mayWrite = useMay('bpm:definition:write')
  const [asked, setAsked] = useState<'publish' | 'retire'>()
  const [isTrying, setIsTrying] = useState(false)
  const run = useAction(definition, content)
  const { status } = definition
  const exportXml = async () => {
    const xml = await queries.fetchQuery(definitionXmlQuery(definition.id, definition.revision))
    saveFile(`${definition.key}-${definition.version}.bpmn`, xml)
  }
  const act = (action: Action) =>
    run.mutate(action, {
      onSuccess: () => setAsked(undefined),
      onError: (error) => {
        if (asked === undefined) notifyProblem(error)
      },
    })
  return (
    <>
      {mayWrite && (
        <Button variant="default" disabled={hasProblems} onClick={() => setIsTrying(true)}>
          {t('action.dryRun')}
        </Button>
      )}
      {mayWrite && status === 'DRAFT' && (
        <>
          <Button
            variant="default"
            disabled={!isChanged}
            loading={run.isPending && run.variables === 'save'}
            onClick={() => act('save')}
          >
            {t('action.save')}
          </Button>
          <Button disabled={hasProblems} onClick={() => setAsked('publish')}>
            {t('action.publish')}
          </Button>
        </>
      )}
      {mayWrite && status !== 'DRAFT' && (
        <Button loading={run.isPending} onClick={() => act('newVersion')}>
          {t('action.newVersion')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={t('action.more')}>
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void exportXml().catch(notifyProblem)}>
            {t('action.export')}
          </Menu.Item>
          {mayWrite && status === 'PUBLISHED' && (
            <Menu.Item color="var(--console-bad)" onClick={() => setAsked('retire')}>
              {t('action.retire')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isTrying && (
        <DryRunDialog
          definition={definition}
          content={content}
          onClose={() => setIsTrying(false)}
        />
      )}
      {asked !== undefined && (
        <ConfirmDialog
          opened
          title={t(`${asked}.title`)}
          text={t(`${asked}.text`)}
          confirm={t(`action.${asked}`)}
          danger={asked === 'retire'}
          isRunning={run.isPending}
          error={run.error}
          onConfirm={() => act(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function useAction(definition: Definition, content: Content) {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, key, name, bizType, revision } = definition
  const params = { path: { id } }
  const save = () =>
    unwrap(
      bpm.PUT('/api/bpm/v1/definitions/{id}', {
        params,
        body: { name, revision, ...bodyOf(content) },
      }),
    )
  return useMutation({
    mutationFn: async (action: Action): Promise<string> => {
      switch (action) {
        case 'save':
          return (await save()).id
        case 'publish':
          // What is seen is published, saved or not.
          await save()
          return (await unwrap(bpm.POST('/api/bpm/v1/definitions/{id}/publish', { params }))).id
        case 'retire':
          return (await unwrap(bpm.POST('/api/bpm/v1/definitions/{id}/retire', { params }))).id
        case 'newVersion': {
          const body = { bizType, key, name, ...bodyOf(content) }
          return (await unwrap(bpm.POST('/api/bpm/v1/definitions', { body }))).id
        }
      }
    },
    onSuccess: async (definitionId, action) => {
      notifyDone(t(`done.${action}`))
      await queries.invalidateQueries({ queryKey: ['bpm', 'definitions'] })
      if (definitionId !== id) {
        await navigate({ to: '/processes/$definitionId', params: { definitionId } })
      }
    },
  })
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/xml' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
