import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AppShell, Group, Stack, Text } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { TextLink } from '../components/links.tsx'
import { focusNewPage } from '../components/new-page.ts'
import { PageHeader } from '../components/page-header.tsx'
import { EmptyState, ErrorState, LoadingState, PageSkeleton } from '../components/states.tsx'
import { retryPages } from './lazy-page.tsx'

/** Replaces a page that could not be shown. The navigation around it stays. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  useEffect(() => {
    document.title = `${t`Not shown`} · Rollcall`
    focusNewPage(document.getElementById('main'))
    // Failed queries are fetched again, whichever page the reader opens next.
    resetQueries()
  }, [resetQueries])
  const retry = (): void => {
    resetQueries()
    retryPages()
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} reset={retry} />
}

/** Replaces a page that does not exist. */
export const NotFound = () => (
  <>
    <PageHeader title={t`Page not found`} />
    <EmptyState picture="search" title={t`There is no page at this address`}>
      <Trans>
        It may be mistyped, or the page has moved.{' '}
        <TextLink to="/" underline="always">
          Go to the home page
        </TextLink>
      </Trans>
    </EmptyState>
  </>
)

/** The frame around a page while the session is loading. */
const ShellFrame = ({ children, isLoading = false }: { children: ReactNode; isLoading?: boolean }) => (
  <AppShell header={{ height: 56 }} navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: true } }} padding="md">
    <AppShell.Header>
      <Group h="100%" px="md" gap="sm">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <Text fw={700}>Rollcall</Text>
      </Group>
    </AppShell.Header>
    <AppShell.Navbar aria-hidden="true">
      {isLoading ? (
        <Stack p="md">
          <LoadingState height={360} label={t`Loading the navigation`} />
        </Stack>
      ) : null}
    </AppShell.Navbar>
    <AppShell.Main>{children}</AppShell.Main>
  </AppShell>
)

export const ShellSkeleton = () => (
  <ShellFrame isLoading>
    <PageSkeleton />
  </ShellFrame>
)

export const ShellError = (props: ErrorComponentProps) => (
  <ShellFrame>
    <PageError {...props} />
  </ShellFrame>
)
