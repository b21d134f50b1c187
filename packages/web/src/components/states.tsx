import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Box, Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { UserRole } from '@rollcall/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { EmptyPicture, type Picture } from '../look/pictures.tsx'
import { TextLink } from './links.tsx'
import { roleHolders } from './role-names.ts'

interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  readonly height?: number
  /** What is drawn above the words, where there is room for it. */
  readonly picture?: Picture
}

/** The least height at which a drawing leaves the words enough room. */
const ROOM_FOR_PICTURE = 200

/** Says that there is nothing to show, why, and what to do about it. */
export const EmptyState = ({ title, children, height = 240, picture = 'tray' }: EmptyStateProps) => (
  <Center mih={height} data-empty>
    <Stack gap={4} align="center" maw={460} ta="center">
      {height >= ROOM_FOR_PICTURE ? <EmptyPicture of={picture} /> : null}
      <Text fw={600}>{title}</Text>
      {children ? (
        <Text component="div" c="dimmed" size="sm">
          {children}
        </Text>
      ) : null}
    </Stack>
  </Center>
)

interface NotForYouProps {
  /** The data that are not shown, such as `Presence events`. */
  readonly what: string
  /** The roles that see it. */
  readonly roles: readonly UserRole[]
  readonly height?: number
}

/** Says that a page exists but is for other roles. */
export const NotForYou = ({ what, roles, height = 200 }: NotForYouProps) => {
  const holders = roleHolders(roles)
  return (
    <EmptyState title={t`${what}: not shown to your role`} height={height} picture="lock">
      {t`It is for ${holders}.`}
    </EmptyState>
  )
}

interface ErrorStateProps {
  readonly error: unknown
  /** Tries again. */
  readonly reset?: (() => void) | undefined
}

/** Shows the error message of the service and what to do next. */
export const ErrorState = ({ error, reset }: ErrorStateProps) => {
  const title = error instanceof ApiError ? error.problem.title : t`Something went wrong`
  // What is not there, or not for this role, will be neither a moment later.
  const isFinal = error instanceof ApiError && [403, 404, 410].includes(error.status)
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof ApiError && error.code === 'entity_not_found' && reset) {
    return (
      <Box role="alert">
        <EmptyState title={detail} picture="search">
          <Trans>
            It was removed, or the address is wrong.{' '}
            <TextLink to="/" underline="always">
              Go to the home page
            </TextLink>
          </Trans>
        </EmptyState>
      </Box>
    )
  }
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      {detail === title ? null : detail}
      {reset && !isFinal ? (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={reset}>
            <Trans>Try again</Trans>
          </Button>
        </Group>
      ) : null}
    </Alert>
  )
}

const LINE = 44
const LINES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** A placeholder with the expected height, so that the layout does not shift. */
export const LoadingState = ({ height = 240, label = t`Loading` }: { height?: number; label?: string }) => (
  <Stack h={height} gap={12} role="status" aria-label={label} style={{ overflow: 'hidden' }}>
    {LINES.slice(0, Math.max(1, Math.floor(height / LINE))).map((line, index) => (
      <Skeleton key={line} h={LINE - 12} w={`${100 - (index % 3) * 8}%`} />
    ))}
  </Stack>
)

/** A placeholder for a page until it is loaded: its heading and its content. */
export const PageSkeleton = () => (
  <Stack gap="md">
    <Skeleton h={32} w="min(280px, 60%)" />
    <LoadingState height={420} />
  </Stack>
)

interface Props<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** The expected height of the content, so that the layout does not shift. */
  readonly height?: number
  readonly children: (data: T) => ReactNode
}

/** Renders the state of a query: loading, failed, or its data. */
export const QueryState = <T,>({ query: { data, error, refetch }, height, children }: Props<T>) => {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} reset={() => void refetch()} />
  return <LoadingState {...(height === undefined ? {} : { height })} />
}

interface FilteredProps<T> extends Props<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
}

/** Renders the state of a query that keeps its previous data: while others load, those stay, paler. */
export const FilteredState = <T,>({ query, children, ...rest }: FilteredProps<T>) => (
  <QueryState query={query} {...rest}>
    {(data) => (
      <Box aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
        {children(data)}
      </Box>
    )}
  </QueryState>
)
