import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { open } from '#web/testing/open.tsx'
import { see, tap, type } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'

const { types, save } = contract.feedback

test('sends the text with its topic, and shows the earlier feedback', async () => {
  stub(types, [{ problemType: 't1', problemDesc: 'Repayment' }])
  stub(contract.feedback.list, [])
  const calls = stub(save, { feedbackId: 'f1' })
  await open('/feedback')
  await type('What is it about?', 't1')
  await type('Your feedback', 'Hello')
  await tap('Submit')
  await see('No Records')
  expect(calls.inputs).toEqual([{ content: 'Hello', problemType: 't1', problemDesc: 'Repayment' }])
})
