// For tests: what axe-core finds fault with in what was just drawn. Colours need a real browser, which looks again.
import axe from "axe-core";

const NO_PAGE = { "color-contrast": { enabled: false }, region: { enabled: false } };

/** The strokes of drawings that are hidden say nothing to anybody, and are most of a board: they are taken out first. */
export async function violations(drawn: HTMLElement): Promise<string[]> {
  for (const svg of drawn.querySelectorAll("svg[aria-hidden=true]"))
    if (!svg.querySelector("a, button, [tabindex], [role]")) svg.replaceChildren();
  const { violations } = await axe.run(drawn, { rules: NO_PAGE, resultTypes: ["violations"] });
  return violations.map((each) => `${each.id}: ${each.nodes[0]?.html}`);
}
