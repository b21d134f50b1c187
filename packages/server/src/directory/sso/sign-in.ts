import type { SsoAnswer, SsoTrial } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Homes } from '../../gate/cells/homes.ts'
import { authorizationAddress, claimsOfAnswer, newSecrets } from '../../gate/oidc/authorization.ts'
import type { ProviderClients } from '../../gate/oidc/provider-client.ts'
import { asAppError } from '../../gate/oidc/provider-failure.ts'
import { ATTEMPT_SECONDS, keepAttempt, type SignInAttempt, takeAttempt } from '../../gate/oidc/sign-in-attempt.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enterSession } from '../accounts/start-session.ts'
import type { Outbox } from '../mail/outbox.ts'
import { baseUrlOf, pageOf, redirectUri } from './addresses.ts'
import { readClaims, wantedClaims } from './claims.ts'
import { spend } from './once.ts'
import { findPlacedProvider, type HomedProvider } from './placed-provider.ts'
import { accessOf, findProvider, recordSuccess, type StoredProvider } from './provider-store.ts'
import { noteFailure, recordRefusal, recordStrayAnswer } from './refusal.ts'
import { signInPerson } from './sign-in-person.ts'
import { describeTrial } from './trial.ts'

export interface SsoContext {
  /** The databases of all cells, where browsers do not say which one they mean. */
  readonly homes: Homes
  readonly sealer: Sealer
  readonly clients: ProviderClients
  readonly outbox: Outbox
  /** The address of the web app, if the operator named it. */
  readonly publicUrl: string | undefined
}

/** Waits for the provider. Its errors become those for callers. */
const fromProvider = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asAppError(error)
  })

interface Start {
  readonly returnTo?: string | null
  readonly loginHint?: string | null
  /** The administrator who tries the provider. */
  readonly trialOf?: string
}

/** Starts a sign-in, and returns the address of the provider. @throws AppError provider_unavailable, provider_answer_invalid */
export const startSignIn = async (
  { sealer, clients, publicUrl }: SsoContext,
  { home, provider }: HomedProvider,
  { returnTo, loginHint, trialOf }: Start,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> => {
  const { orgId, id } = provider
  const secrets = newSecrets()
  const target = { redirectUri: redirectUri(baseUrlOf(request, publicUrl), id), returnTo: pageOf(returnTo) }
  try {
    const client = await fromProvider(clients.open(accessOf(provider, sealer)))
    const { scopes } = provider
    const asked = { ...secrets, redirectUri: target.redirectUri, scopes, loginHint: loginHint || undefined }
    const address = await authorizationAddress(client, asked)
    const endsAt = Date.now() + ATTEMPT_SECONDS * 1000
    keepAttempt(request, reply, sealer, {
      orgId,
      providerId: id,
      ...secrets,
      ...target,
      endsAt,
      ...(trialOf === undefined ? {} : { trialOf }),
    })
    return address.href
  } catch (error) {
    await noteFailure(home, provider, error)
    throw error
  }
}

const expired = (): AppError => new AppError('sign_in_expired')

/** Requires that the answer belongs to the attempt, which works once. @throws AppError sign_in_expired, provider_answer_invalid */
const assertFirstAnswer = async (home: Db, attempt: SignInAttempt, { providerId }: SsoAnswer): Promise<void> => {
  // A provider could otherwise get the code of another one, by sending the browser there.
  if (attempt.providerId !== providerId.toLowerCase()) {
    throw new AppError('provider_answer_invalid', { detail: 'The answer arrived at the address of another identity provider.' })
  }
  if (!(await spend(home, attempt.orgId, `state ${attempt.state}`, attempt.endsAt))) throw expired()
}

/** An answer without an attempt of this browser may be stolen. Only its address says whose it is. */
const refuseStray = async ({ homes }: SsoContext, { providerId }: SsoAnswer): Promise<never> => {
  const error = expired()
  const placed = await findPlacedProvider(homes, providerId).catch(() => undefined)
  if (placed) await recordStrayAnswer(placed.home, placed.provider, error)
  throw error
}

const answerAddress = (
  { redirectUri: address }: SignInAttempt,
  { state, code, iss, error, errorDescription }: SsoAnswer,
): URL => {
  const url = new URL(address)
  const parameters = { state, code, iss, error, error_description: errorDescription }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url
}

interface Finished {
  readonly attempt: SignInAttempt
  readonly trial: SsoTrial | null
  /** The session, unless it was a trial. */
  readonly signedIn: { readonly home: Db; readonly token: string } | undefined
}

/** A provider that is not active yet can be tried. */
const providerOf = async (
  { homes }: SsoContext,
  { orgId, providerId, trialOf }: SignInAttempt,
  home: Db,
): Promise<StoredProvider> => {
  const provider =
    trialOf === undefined ? (await findPlacedProvider(homes, providerId)).provider : await findProvider(home, orgId, providerId)
  if (provider?.orgId !== orgId) throw expired()
  return provider
}

/**
 * Finishes a sign-in by the answer of the provider, or a trial.
 * @throws AppError sign_in_expired, sign_in_refused, provider_answer_invalid, provider_unavailable, last_administrator, blocked
 */
const finish = async (
  context: SsoContext,
  answer: SsoAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Finished> => {
  const attempt = takeAttempt(request, reply, context.sealer, answer.state) ?? (await refuseStray(context, answer))
  const home = await context.homes.of(attempt.orgId)
  const provider = await providerOf(context, attempt, home)
  try {
    await assertFirstAnswer(home, attempt, answer)
    const client = await fromProvider(context.clients.open(accessOf(provider, context.sealer)))
    const wanted = wantedClaims(provider)
    const address = answerAddress(attempt, answer)
    const claims = await fromProvider(claimsOfAnswer(client, { address, expected: attempt, wanted }))
    const person = readClaims(claims, provider)
    if (attempt.trialOf !== undefined) {
      return { attempt, trial: await describeTrial(home, provider, claims, person), signedIn: undefined }
    }
    const origin = { address: request.ip, userAgent: request.headers['user-agent'] }
    const token = await signInPerson({ home, outbox: context.outbox, origin }, provider, person)
    await recordSuccess(home, provider.orgId, provider.id)
    return { attempt, trial: null, signedIn: { home, token } }
  } catch (error) {
    await recordRefusal(home, provider, error)
    throw error
  }
}

/** Serves the answer of a provider: a session with its cookie, or what a trial found. */
export const finishSignIn = async (context: SsoContext, answer: SsoAnswer, request: FastifyRequest, reply: FastifyReply) => {
  const { attempt, trial, signedIn } = await finish(context, answer, request, reply)
  if (!signedIn) return { session: null, trial, returnTo: attempt.returnTo }
  return { session: await enterSession(signedIn.home, signedIn.token, request, reply), trial, returnTo: attempt.returnTo }
}
