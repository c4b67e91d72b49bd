import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../shared/error-alert.tsx'
import { ErrorState } from '../shared/error-state.tsx'
import { Icon } from '../shared/icon.tsx'
import { Page, Panel } from '../shared/page.tsx'
import { BlockSkeleton } from '../shared/skeletons.tsx'
import { useFields } from '../shared/use-fields.ts'
import { formatBytes } from '../text/sizes.ts'
import { openShare, unlockShare, type Shared } from './shares.ts'

/** The page behind a share's address: what it is, the password when it has one, the file. */
export function SharedPage({ token }: { readonly token: string }) {
  const { t } = useTranslation('visitor')
  const share = useQuery({ queryKey: ['share', token], queryFn: () => openShare(token) })
  useEffect(() => {
    document.title = `${share.data?.title ?? t('title')} · Countersign`
  }, [share.data, t])
  return (
    <Page narrow>
      <main>
        {share.isPending && <BlockSkeleton />}
        {share.isError && <ErrorState error={share.error} />}
        {share.data !== undefined && (
          <Panel>
            <Content token={token} share={share.data} />
          </Panel>
        )}
      </main>
    </Page>
  )
}

function Content({ token, share }: { readonly token: string; readonly share: Shared }) {
  const { t } = useTranslation('visitor')
  const unlock = useMutation({ mutationFn: (password: string) => unlockShare(token, password) })
  const fields = useFields({ password: '' }, unlock.error)
  const isOpen = !share.passwordRequired || unlock.data !== undefined
  const content = `/api/dms/shares/${token}/content`
  const ticket =
    unlock.data === undefined ? '' : `?ticket=${encodeURIComponent(unlock.data.ticket)}`
  return (
    <Stack>
      <Text c="dimmed">{t('title')}</Text>
      <Title order={1}>{share.title}</Title>
      <Text>{t('size', { name: share.fileName, size: formatBytes(share.sizeBytes) })}</Text>
      {!isOpen && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            unlock.mutate(fields.values.password)
          }}
        >
          <Stack maw="22rem">
            <PasswordInput {...fields.text('password')} label={t('password')} required />
            <ErrorAlert error={fields.formError} />
            <Button type="submit" loading={unlock.isPending}>
              {t('unlock')}
            </Button>
          </Stack>
        </form>
      )}
      {isOpen && share.allowDownload && (
        <Button
          component="a"
          href={content + ticket}
          w="fit-content"
          leftSection={<Icon name="download" size={18} />}
        >
          {t('download')}
        </Button>
      )}
    </Stack>
  )
}
