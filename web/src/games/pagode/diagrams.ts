import type { PagodeView } from "../../told";
import type { Diagram } from "../game";
export const diagrams: Record<string, Diagram<PagodeView>> = {};
