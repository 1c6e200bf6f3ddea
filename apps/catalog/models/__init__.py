from apps.catalog.models.category import Category
from apps.catalog.models.course import Course, CourseInstructor

__all__ = ["Category", "Course", "CourseInstructor"]
