import { ERRORS, type ErrorCode, Problem } from '@rollcall/contract'
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'
import type { Answer } from './send.ts'

const problem = Compile(Problem)

/** The answer is the problem document of this code, whole and of the table. */
export const expectProblem = (answer: Answer, code: ErrorCode): Problem & Record<string, unknown> => {
  const body = answer.json<Problem & Record<string, unknown>>()
  expect(body).toMatchObject({
    code,
    type: `/docs/errors#${code}`,
    title: ERRORS[code].title,
    status: ERRORS[code].status,
    instance: answer.headers['x-request-id'],
  })
  expect(answer.status).toBe(ERRORS[code].status)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json(;|$)/)
  expect([...problem.Errors(body)]).toEqual([])
  if (answer.status === 401) expect(answer.headers['www-authenticate']).toBeTruthy()
  return body
}
